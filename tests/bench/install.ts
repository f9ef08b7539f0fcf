import { spawnSync } from "node:child_process";

/** The other libraries have a package.json of their own, so that nobody has them who does not measure. */
export function install(): void {
  const options = ["install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"];
  const { status } = spawnSync("npm", options, { cwd: import.meta.dirname, stdio: "inherit" });
  if (status !== 0) throw new Error("npm could not install the libraries to compare with");
}
