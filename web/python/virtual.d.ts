/** The files of build/python, emitted into the site by web/tools/python.ts. */
declare module "virtual:python-files" {
  export const files: {
    name: string;
    url: string;
    /** Bytes, and about how many of them travel when the server compresses. */
    length: number;
    travels: number;
  }[];
}
