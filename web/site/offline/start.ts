// Has the browser keep the site for times without a network, once the page is there and idle.

export function startOffline(): void {
  if (!("serviceWorker" in navigator) || self.origin === "null") return;
  const start = () =>
    navigator.serviceWorker
      .register(new URL("offline.js", new URL(document.documentElement.dataset.home ?? "./", location.href)))
      .catch(() => {}); // storage may be blocked: then the site needs its network, and that is all
  const whenIdle = () => setTimeout(start, 2000);
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle);
}
