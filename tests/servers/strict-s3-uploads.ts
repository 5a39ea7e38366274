/**
 * Multipart uploads of a strict server, with the documented rules: order, ETags, checksums, and at least five MiB for every part but the
 * last.
 */
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Received } from './strict-s3-body.ts';
import { S3Error } from './strict-s3-error.ts';
import type { Stored } from './strict-s3-objects.ts';

interface Upload {
  readonly bucket: string;
  readonly key: string;
  readonly withChecksums: boolean;
  readonly folder: string;
  readonly parts: Map<number, Received>;
}

export interface Uploads {
  begin(bucket: string, key: string, withChecksums: boolean): string;
  /** The file in which a part may be received. */
  newFile(uploadId: string, bucket: string, key: string): string;
  addPart(uploadId: string, number: number, part: Received): void;
  /** Joins the parts into one file; the upload stays open. */
  join(uploadId: string, bucket: string, key: string, document: string): { readonly file: string; readonly stored: Stored };
  end(uploadId: string): void;
}

const MIN_PART_SIZE = 5 << 20;

export function openUploads(folder: string): Uploads {
  const uploads = new Map<string, Upload>();
  function find(uploadId: string, bucket?: string, key?: string): Upload {
    const upload = uploads.get(uploadId);
    if (upload === undefined || (bucket !== undefined && (upload.bucket !== bucket || upload.key !== key)))
      throw new S3Error(404, 'NoSuchUpload');
    return upload;
  }
  return {
    begin(bucket, key, withChecksums) {
      const uploadId = `${randomUUID()}+/=&`;
      const own = join(folder, 'uploads', encodeURIComponent(uploadId));
      mkdirSync(own, { recursive: true });
      uploads.set(uploadId, { bucket, key, withChecksums, folder: own, parts: new Map() });
      return uploadId;
    },
    newFile: (uploadId, bucket, key) => join(find(uploadId, bucket, key).folder, randomUUID()),
    addPart(uploadId, number, part) {
      if (!Number.isInteger(number) || number < 1 || number > 10_000) throw new S3Error(400, 'InvalidArgument');
      find(uploadId).parts.set(number, part);
    },
    join(uploadId, bucket, key, document) {
      const upload = find(uploadId, bucket, key);
      const parts = namedParts(upload, document);
      const file = join(upload.folder, 'whole');
      rmSync(file, { force: true });
      for (const part of parts) appendFileSync(file, readFileSync(part.file));
      const joined = (algorithm: string, digests: readonly Buffer[]) => createHash(algorithm).update(Buffer.concat(digests)).digest();
      const md5 = joined(
        'md5',
        parts.map((part) => Buffer.from(part.md5, 'hex')),
      ).toString('hex');
      const sha256 = joined(
        'sha256',
        parts.map((part) => Buffer.from(part.sha256, 'base64')),
      ).toString('base64');
      const size = parts.reduce((sum, part) => sum + part.size, 0);
      return {
        file,
        stored: { size, etag: `"${md5}-${parts.length}"`, sha256: upload.withChecksums ? `${sha256}-${parts.length}` : undefined },
      };
    },
    end(uploadId) {
      rmSync(find(uploadId).folder, { recursive: true, force: true });
      uploads.delete(uploadId);
    },
  };
}

function namedParts({ parts, withChecksums }: Upload, document: string): readonly Received[] {
  const listed = [...document.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, inner = '']) => ({
    number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(inner)?.[1]),
    etag: (/<ETag>([^<]*)<\/ETag>/.exec(inner)?.[1] ?? '').replaceAll('&quot;', '"'),
    sha256: /<ChecksumSHA256>([^<]*)<\/ChecksumSHA256>/.exec(inner)?.[1],
  }));
  if (listed.length === 0) throw new S3Error(400, 'MalformedXML');
  return listed.map(({ number, etag, sha256 }, i) => {
    if (i > 0 && number <= (listed[i - 1]?.number ?? 0)) throw new S3Error(400, 'InvalidPartOrder');
    const part = parts.get(number);
    if (part === undefined || etag !== `"${part.md5}"`) throw new S3Error(400, 'InvalidPart');
    if (withChecksums && sha256 === undefined) throw new S3Error(400, 'InvalidRequest');
    if (sha256 !== undefined && sha256 !== part.sha256) throw new S3Error(400, 'InvalidPart');
    if (part.size < MIN_PART_SIZE && i < listed.length - 1) throw new S3Error(400, 'EntityTooSmall');
    return part;
  });
}
