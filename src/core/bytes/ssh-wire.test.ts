import { expect, it } from 'vitest';
import { BadWire, joined, WireReader, wireMpint, wireString, wireUint32 } from './ssh-wire.ts';

it('WireReader reads what was written', () => {
  const bytes = joined(wireUint32(0xfffefdfc), wireString('name'), wireMpint(Uint8Array.of(0, 0, 0x80, 1)), Uint8Array.of(7));
  const reader = new WireReader(bytes);
  expect(reader.uint32()).toBe(0xfffefdfc);
  expect(reader.name()).toBe('name');
  expect(reader.mpint()).toEqual(Uint8Array.of(0, 0x80, 1));
  expect(reader.byte()).toBe(7);
  expect(() => reader.end()).not.toThrow();
});

it('wireMpint() gives the shortest form', () => {
  expect(wireMpint(new Uint8Array(3))).toEqual(wireString(''));
  expect(wireMpint(Uint8Array.of(0, 0x7f))).toEqual(wireString(Uint8Array.of(0x7f)));
});

it('WireReader refuses lengths beyond the end, without taking anything', () => {
  for (const bytes of [[], [0, 0, 0], [0, 0, 0, 1], [0xff, 0xff, 0xff, 0xff, 1], [0, 0, 0, 3, 1, 2]])
    expect(() => new WireReader(Uint8Array.from(bytes)).string()).toThrow(BadWire);
});

it('WireReader refuses names that are not printable, numbers of another form and bytes left over', () => {
  expect(() => new WireReader(wireString('a b')).name()).toThrow(BadWire);
  expect(() => new WireReader(wireString('é')).name()).toThrow(BadWire);
  for (const bytes of [[0], [0, 1], [0x80]]) expect(() => new WireReader(wireString(Uint8Array.from(bytes))).mpint()).toThrow(BadWire);
  expect(() => new WireReader(Uint8Array.of(1)).end()).toThrow('expected the end, found 1 more bytes');
});
