// A picture that a cell's code made. What draws it is loaded with the first one.

import { useEffect, useState } from "preact/hooks";

type Pictures = typeof import("../../pictures/figure.tsx");

export function Figure({ json }: { json: string }) {
  const [pictures, setPictures] = useState<Pictures>();
  useEffect(() => {
    import("../../pictures/figure.tsx").then(setPictures, () => {});
  }, []);
  const data = pictures?.readPicture(json);
  if (!pictures || !data) return null;
  return <div class="tril-cell-picture">{draw(pictures, data)}</div>;
}

function draw(
  { MatrixPicture, TokensPicture, FigurePicture }: Pictures,
  data: NonNullable<ReturnType<Pictures["readPicture"]>>,
) {
  if (data.kind === "matrix") return <MatrixPicture {...data} />;
  if (data.kind === "tokens") return <TokensPicture {...data} />;
  return <FigurePicture {...data} />;
}
