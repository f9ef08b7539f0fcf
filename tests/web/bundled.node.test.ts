import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundled } from "../../web/tools/bundled.ts";

let folder: string;
let server: ViteDevServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tril-bundled-"));
  const files = {
    "role.ts": 'import { word } from "./word.ts";\nexport const said: string = word + "!";',
    "word.ts": 'export const word = "first";',
    "page.html": '<!doctype html><script src="role.ts"></script>',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  server = await createServer({
    configFile: false,
    root: folder,
    base: "/sub/",
    server: { middlewareMode: true, ws: false },
    appType: "custom",
    logLevel: "warn",
    optimizeDeps: { noDiscovery: true },
    plugins: [bundled()],
  });
});

afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

async function textOf(request: string): Promise<string> {
  await writeFile(join(folder, "entry.ts"), `export { default } from ${JSON.stringify(request)};`);
  return (await server.ssrLoadModule(join(folder, "entry.ts"))).default;
}

test("gives the text of a classic script whose exports are the global `tril`", async () => {
  const scope: { tril?: { said: string } } = {};
  runInNewContext(await textOf("./role.ts?bundled"), scope);
  expect(scope.tril?.said).toBe("first!");
});

test("bundles anew when an imported file has changed", async () => {
  await textOf("./role.ts?bundled");
  await writeFile(join(folder, "word.ts"), 'export const word = "second";');
  await expect.poll(() => textOf("./role.ts?bundled"), { timeout: 5000 }).toContain("second");
});

test("the dev server answers for a page and its script", async () => {
  await writeFile(join(folder, "main.ts"), 'import address from "./page.html?page"; console.log(address);');
  const main = await server.transformRequest("/main.ts");
  const [id] = /\/sub\/@id\/[^"]+/.exec(main?.code ?? "") ?? [];
  const module = await server.transformRequest(id!.replace("/sub/@id/__x00__", "\0"));
  const address = /\/sub\/page\.html\?\w+/.exec(module?.code ?? "")?.[0];
  expect(address).toBeTruthy();

  const host = createHttpServer(server.middlewares);
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  const url = (path: string) => new URL(path, `http://127.0.0.1:${(host.address() as AddressInfo).port}`);
  try {
    const page = await fetch(url(address!));
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const html = await page.text();
    expect(html).toMatch(/<script src="page\.js\?\w+">/);
    const script = await fetch(url("/sub/page.js"));
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(await script.text()).toContain("!");
    expect((await fetch(url("/sub/other.js"))).status).toBe(404);
  } finally {
    host.close();
    host.closeAllConnections();
  }
});
