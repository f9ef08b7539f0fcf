// A page's state as the end of its address, so that a link carries it: "#v1." and compressed JSON in base64url.
// Who follows a link gets something that somebody else wrote: it is checked here for form and size, by the page for
// content, and nothing of it runs by itself.

/** How a fragment begins; what comes after other beginnings is not a state. */
const versioned = /^#v(\d+)\.(.*)$/s;
const version = 1;

/** The longest fragment, in characters: browsers and messengers carry that much. */
const longest = 30_000;
/** The most that a fragment may unpack to, in bytes: a small one can be made to hold gigabytes. */
const largest = 1_000_000;

/** The fragment that carries a state; undefined when the state is too much for a link. */
export async function packState(state: unknown): Promise<string | undefined> {
  const json = new Blob([JSON.stringify(state)]);
  if (json.size > largest) return undefined;
  const compressed = json.stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(compressed).arrayBuffer());
  const fragment = `#v${version}.${base64url(bytes)}`;
  return fragment.length > longest ? undefined : fragment;
}

/** The state in a fragment, undefined when it carries none. An Error says in a sentence why one is refused. */
export async function readState(fragment: string): Promise<unknown> {
  const match = versioned.exec(fragment);
  if (!match) return undefined;
  if (Number(match[1]) !== version)
    throw new Error("This link was made by another version of the page, and cannot be read here.");
  if (fragment.length > longest) throw new Error("This link is longer than any that the page makes.");
  try {
    return JSON.parse(await unpack(bytesOf(match[2]!)));
  } catch (error) {
    if (error instanceof RangeError) throw new Error("This link holds more than any that the page makes.");
    throw new Error("This link is damaged: a part of it may be missing. Copy the whole of it.");
  }
}

async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > largest) {
      await reader.cancel();
      throw new RangeError();
    }
    text += decoder.decode(value, { stream: true });
  }
}

function base64url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]+$/.test(text)) throw new Error("not base64url");
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
}
