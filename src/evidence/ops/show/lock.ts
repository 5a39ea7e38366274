/** What a dataset lock says. It is read once, and its members are made from its table while they are counted. */
import { MemberFacts } from '#lock/member';
import { openLock } from '#lock/ops/open';
import { aboutLock } from '../../about.ts';
import type { Place } from '../../contract.ts';
import type { Stated } from '../../show.ts';
import { hashedFile } from '../hashed-file.ts';

export function statedInLock({ given, path }: Place): Stated {
  let digest = '';
  const lock = openLock(given, (readLock) => {
    const hashed = hashedFile(path, (source) => readLock(source));
    ({ digest } = hashed);
    return hashed.value;
  });
  return {
    id: lock.lockHash.stored,
    digest,
    members: {
      *[Symbol.iterator]() {
        const facts = new MemberFacts();
        for (let index = 0; index < lock.members.count; index++) {
          const { path: member, bytesHash, size } = facts.of(lock.members.entry(index));
          yield { path: member, digest: bytesHash, size };
        }
      },
    },
    about: aboutLock(lock),
  };
}
