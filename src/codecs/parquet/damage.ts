/** What is wrong with a Parquet file: `page 2 of column "amount": expected 1024 bytes, found 1000`. */
export class ParquetDamage extends Error {
  override readonly name = 'ParquetDamage';
}

export function damaged(what: string): never {
  throw new ParquetDamage(what);
}
