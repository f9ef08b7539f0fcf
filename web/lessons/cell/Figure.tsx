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
  return (
    <div class="tril-cell-picture">
      {data.kind === "matrix" ? <pictures.MatrixPicture {...data} /> : <pictures.FigurePicture {...data} />}
    </div>
  );
}
