// A static server for tests: a folder as a plain web host serves it, with the headers that the test asks for.

import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

export interface ServeOptions {
  /** Headers of every answer, 404s too. */
  headers?: Record<string, string>;
  /** Where on the host the folder lies: "/" or a path such as "/course/tril/". */
  base?: string;
}

export interface Served {
  /** The address of the folder, with a slash at its end. */
  url: string;
  /** The paths asked for, in order, with the status of each answer. */
  requests: { path: string; status: number }[];
  close(): Promise<void>;
}

/** The policy that the site is sent with. */
export const sitePolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' blob: 'sha256-uu8ue9/Re3QMiAfWW8qHJdcls5mBzZ7YQ41WR4mVX/w='; " +
  "worker-src 'self' blob:; connect-src 'self'; img-src 'self' data:; style-src 'self'; frame-src 'self'";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** Serves a folder on a free port of 127.0.0.1. */
export async function serve(
  folder: string,
  { headers = {}, base = "/" }: ServeOptions = {},
): Promise<Served> {
  const requests: Served["requests"] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://host");
    const answer = (
      status: number,
      type: string,
      body: string | Uint8Array,
      more: Record<string, string> = {},
    ) => {
      requests.push({ path: pathname, status });
      response.writeHead(status, { ...headers, ...more, "content-type": type });
      response.end(request.method === "HEAD" ? undefined : body);
    };
    const notFound = () => answer(404, "text/plain; charset=utf-8", "Not found");
    try {
      if (!pathname.startsWith(base)) return notFound();
      // normalize() takes `..` out, so that nothing outside the folder is reached.
      let file = join(folder, normalize(`/${decodeURIComponent(pathname.slice(base.length))}`));
      if ((await stat(file)).isDirectory()) {
        if (!pathname.endsWith("/")) return answer(301, "text/plain", "", { location: `${pathname}/` });
        file = join(file, "index.html");
      }
      answer(200, types[extname(file)] ?? "application/octet-stream", await readFile(file));
    } catch {
      notFound();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${base}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
