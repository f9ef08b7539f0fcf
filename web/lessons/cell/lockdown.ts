// Takes from a worker what reaches out, and puts a sentence in its place.
//
// This is the explanation, not the wall: the wall is the frame's opaque origin and its content security policy.

const network = "A cell has no network: everything it works with is in the page already.";
const storage = "A cell keeps nothing: what it computes is gone after the run. Print it, or copy it.";
const worker = "A cell is one worker, and cannot start or talk to others.";
const browser = "A cell only computes and prints: this part of the browser is not there.";
export const noText = "A cell does not run text as code. Write the code into the cell itself.";

/** Functions and classes: they throw when they are called. */
const functions: Record<string, string> = {
  fetch: network,
  XMLHttpRequest: network,
  WebSocket: network,
  WebSocketStream: network,
  WebTransport: network,
  EventSource: network,
  FontFace: network,
  importScripts: "A cell cannot load scripts: it has no network. tril is already here, as `tril`.",
  webkitRequestFileSystem: storage,
  webkitRequestFileSystemSync: storage,
  webkitResolveLocalFileSystemURL: storage,
  webkitResolveLocalFileSystemSyncURL: storage,
  Worker: worker,
  SharedWorker: worker,
  BroadcastChannel: worker,
  postMessage: "A cell speaks to the page by print(…).",
  close: "A cell ends by itself, or by the button Stop.",
  Notification: browser,
  PushManager: browser,
  eval: noText,
};

/** Objects: they throw when they are looked at. */
const objects: Record<string, string> = {
  indexedDB: storage,
  caches: storage,
  cookieStore: storage,
  fonts: network,
};

const objectsOfNavigator: Record<string, string> = {
  connection: network,
  serviceWorker: worker,
  storage,
  storageBuckets: storage,
  locks: browser,
  permissions: browser,
  mediaCapabilities: browser,
  serial: browser,
  usb: browser,
  hid: browser,
  gpu: browser,
};

export function lockDown(scope: { navigator: object }): void {
  for (const [name, sentence] of Object.entries(functions)) take(scope, name, { value: refuse(sentence) });
  for (const [name, sentence] of Object.entries(objects)) take(scope, name, { get: refuse(sentence) });
  const { navigator } = scope;
  take(navigator, "sendBeacon", { value: refuse(network) });
  for (const [name, sentence] of Object.entries(objectsOfNavigator))
    take(navigator, name, { get: refuse(sentence) });
}

function refuse(sentence: string) {
  // A function of the old kind, so that `new` comes as far as the sentence.
  return function refuse(): never {
    throw new Error(sentence);
  };
}

/** Replaces a property wherever it lives, in the object and in its prototypes. A cell may make the name its own. */
function take(object: object, name: string, replacement: PropertyDescriptor) {
  for (let place: object | null = object; place; place = Object.getPrototypeOf(place))
    if (place === object || Object.hasOwn(place, name))
      Reflect.defineProperty(place, name, { ...replacement, configurable: true });
}
