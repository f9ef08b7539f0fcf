/** What is added to scores so that no query reads a later key. */
export function causalMask(length) {
  return Float32Array.from({ length: length * length }, (_, i) =>
    i % length > Math.floor(i / length) ? -1e9 : 0,
  );
}
