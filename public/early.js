// Runs before anything is painted: the theme that was chosen, and what the address of an embedded page asks for.
(() => {
  const root = document.documentElement;
  const asked = new URLSearchParams(location.search);
  const oneOf = (name, values) => (values.includes(asked.get(name)) ? asked.get(name) : undefined);
  let kept;
  try {
    kept = localStorage.getItem("tril/theme");
  } catch {} // storage may be blocked
  const theme = oneOf("theme", ["auto", "light", "dark"]) ?? kept;
  if (theme) root.dataset.theme = theme;
  const part = oneOf("part", ["all", "picture", "code", "exercise"]);
  if (part) root.dataset.part = part;
  if (asked.has("readonly")) root.dataset.readonly = "";
})();
