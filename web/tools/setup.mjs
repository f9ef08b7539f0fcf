// Installs what this machine is missing: system packages by apt, Node packages by `npm ci`.
// It runs before `npm ci`, so it needs nothing but Node.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** Says what is wrong in one message and ends the program. */
export function fail(message) {
  console.error(`\ntril: ${message}`);
  process.exit(1);
}

/** Runs a command in the project's root with its output shown; a failing command ends the program. */
export function run(command, args, { env = {} } = {}) {
  console.log(`$ ${[command, ...args].join(" ")}`);
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  if (status !== 0) fail(`'${command} ${args.join(" ")}' failed${error ? `: ${error.message}` : ""}.`);
}

function onPath(name) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => executable(join(folder, name)));
}

function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The Chromium that tests drive: $CHROME, or the first one found. */
export function findChromium() {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = (process.env.PATH ?? "").split(delimiter);
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  places.push("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
  return process.env.CHROME ?? places.find(executable);
}

const header = (path) => () =>
  ["/usr/include", "/usr/local/include", "/opt/homebrew/include"].some((folder) =>
    existsSync(join(folder, path)),
  );

/** Whether Clang has the libraries that fuzzers are linked with. */
function findFuzzer() {
  const { stdout } = spawnSync("clang++", ["-print-runtime-dir"], { encoding: "utf8" });
  const folder = stdout?.trim();
  return existsSync(folder ?? "") && readdirSync(folder).some((name) => name.includes("clang_rt.fuzzer"));
}

// What each purpose needs, how to see that it is there, and what Debian calls it.
const needs = {
  build: [
    {
      apt: "emscripten",
      found: () => onPath("emcc") || existsSync(`${process.env.EMSDK}/upstream/emscripten/emcc`),
    },
    { apt: "cmake", found: () => onPath("cmake") },
    { apt: "ninja-build", found: () => onPath("ninja") },
    { apt: "libeigen3-dev", found: header("eigen3/Eigen/Core") },
  ],
  test: [
    { apt: "g++", found: () => onPath("c++") || onPath("g++") },
    { apt: "clang", found: () => onPath("clang++") },
    { apt: "libclang-rt-dev", found: findFuzzer },
    { apt: "libgtest-dev", found: header("gtest/gtest.h") },
    { apt: "nlohmann-json3-dev", found: header("nlohmann/json.hpp") },
    { apt: "chromium", found: findChromium },
    // It counts instructions; outside Linux nothing is counted.
    { apt: "valgrind", found: () => onPath("valgrind") || process.platform !== "linux" },
    { apt: "fonts-dejavu-core", found: () => findChromium() || existsSync("/usr/share/fonts") },
  ],
};

function installSystemPackages(purpose) {
  const wanted = purpose === "test" ? [...needs.build, ...needs.test] : needs.build;
  const missing = wanted.filter(({ found }) => !found()).map(({ apt }) => apt);
  if (missing.length === 0) return;

  const isRoot = process.getuid?.() === 0;
  const hasSudo = onPath("sudo") && spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0;
  if (!onPath("apt-get") || !(isRoot || hasSudo)) {
    fail(
      `these are missing: ${missing.join(", ")}.\n` +
        `  Debian, Ubuntu: sudo apt-get install -y ${missing.join(" ")}\n` +
        "  macOS:          brew install emscripten cmake ninja eigen googletest nlohmann-json\n" +
        "  elsewhere:      emsdk (https://emscripten.org), CMake 3.25, Ninja, Eigen 3.4,\n" +
        "                  and for the tests Clang with libFuzzer, GoogleTest, nlohmann-json and\n" +
        "                  a Chromium ($CHROME)",
    );
  }
  // Another apt may be at work on a fresh machine: wait for its lock instead of failing at once.
  const apt = (...args) => {
    const words = [
      "env",
      "DEBIAN_FRONTEND=noninteractive",
      "apt-get",
      "-qq",
      "-o",
      "DPkg::Lock::Timeout=600",
      ...args,
    ];
    const [command, ...rest] = isRoot ? words : ["sudo", "-n", ...words];
    run(command, rest);
  };
  apt("update");
  apt("install", "-y", "--no-install-recommends", ...missing);
}

function installNodePackages() {
  const lock = readFileSync(join(root, "package-lock.json"));
  const stamp = join(root, "node_modules/.tril-lock");
  const wanted = createHash("sha256").update(lock).update(process.version).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  run("npm", ["ci"]);
  writeFileSync(stamp, wanted);
}

/** Makes the machine ready to build, or (purpose "test") to run every test too. Does nothing when all is there. */
export function setUp(purpose = "build") {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Node 20.19 or newer is needed; this is ${process.version}.`);
  installSystemPackages(purpose);
  installNodePackages();
}
