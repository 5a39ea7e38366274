/** An error in the form in which S3 answers it. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }

  /** The message quotes secrets, which a careless client would print. */
  document(secrets: string): string {
    const message = `The request failed &amp; <Quoted>${escape(secrets)}</Quoted>`;
    return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${this.code}</Code><Message>${message}</Message><StringToSign>${escape(secrets)}</StringToSign></Error>`;
  }
}

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
