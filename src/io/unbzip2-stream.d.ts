declare module "unbzip2-stream" {
  export default function unbzip2Stream(): NodeJS.ReadWriteStream;
}
