// The site's service worker: after one visit the pages work without a network.
//
// What a lesson needs is kept at the first visit. What is large (editor, Python, vocabularies) is kept once it
// was used. A name with a hash never changes, so it comes from the store; a page comes from the network, and
// from the store when there is none.

/** Below the site's root, written in by web/tools/offline.ts: all of the build, and what the first visit keeps. */
declare const build: { all: string[]; first: string[] };

// The parts of a service worker that are used here; TypeScript's own types of it do not go with those of a page.
interface Scope extends EventTarget {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
}
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends LifeEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = self as unknown as Scope;
const root = scope.registration.scope;
const store = () => caches.open(`tril ${root}`);
const whole = (path: string) => new URL(path, root).href;

const on = <E extends LifeEvent>(name: string, listener: (event: E) => void) =>
  scope.addEventListener(name, listener as (event: Event) => void);

on("install", (event) => event.waitUntil(keepFirst().then(() => scope.skipWaiting())));
on("activate", (event) => event.waitUntil(forgetOld().then(() => scope.clients.claim())));
on<RequestEvent>("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(root)) event.respondWith(answer(event));
});

async function keepFirst(): Promise<void> {
  const kept = await store();
  const known = new Set((await kept.keys()).map(({ url }) => url));
  // What has a hash and is there already is not fetched again.
  await kept.addAll(build.first.map(whole).filter((url) => !(hasHash(url) && known.has(url))));
}

async function forgetOld(): Promise<void> {
  const kept = await store();
  const current = new Set(build.all.map(whole));
  for (const request of await kept.keys()) if (!current.has(request.url)) await kept.delete(request);
}

async function answer(event: RequestEvent): Promise<Response> {
  const kept = await store();
  const old = await kept.match(event.request, { ignoreSearch: event.request.mode === "navigate" });
  if (old && hasHash(event.request.url)) return old;
  try {
    const fresh = await fetch(event.request);
    const isWhole = fresh.ok && fresh.status === 200;
    const { origin, pathname } = new URL(event.request.url);
    if (isWhole && build.all.map(whole).includes(origin + pathname))
      event.waitUntil(kept.put(origin + pathname, fresh.clone()).catch(() => {})); // the disk may be full
    return fresh;
  } catch (error) {
    if (old) return old;
    throw error;
  }
}

/** Such as "main-BynPQcOy.js". */
const hasHash = (url: string) => /-[\w-]{8}\.\w+$/.test(url);
