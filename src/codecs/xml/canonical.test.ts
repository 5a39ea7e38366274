import { expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { canonicalXml, XmlError } from './canonical.ts';

const canonical = async (text: string): Promise<string> => decodeUtf8(await canonicalXml(encodeUtf8(text)));

async function refusal(document: string | Uint8Array): Promise<string> {
  try {
    await canonicalXml(typeof document === 'string' ? encodeUtf8(document) : document);
    return 'read';
  } catch (error) {
    if (error instanceof XmlError) return error.message;
    throw error;
  }
}

test.each<[string, string, string]>([
  ['leaves out the declaration, comments and space around', '<?xml version="1.0"?>\n<!--c-->\n<a><!--c-->b</a>\n<!--c-->', '<a>b</a>'],
  [
    'puts each processing instruction outside on its own line',
    '<?p  x ?><?q?><a><?r y?></a><?s?>',
    '<?p x ?>\n<?q?>\n<a><?r y?></a>\n<?s?>',
  ],
  ['writes empty elements with an end tag', '<a ><b/></a >', '<a><b></b></a>'],
  [
    'sorts attributes by namespace, then by name',
    '<a xmlns:z="urn:1" xmlns:y="urn:2" y:b="" z:c="" d="" C=""/>',
    '<a xmlns:y="urn:2" xmlns:z="urn:1" C="" d="" z:c="" y:b=""></a>',
  ],
  [
    'does not run namespace and name together when it sorts',
    '<a xmlns:p="urn:a" xmlns:q="urn:ab" q:a="" p:z=""/>',
    '<a xmlns:p="urn:a" xmlns:q="urn:ab" p:z="" q:a=""></a>',
  ],
  [
    'sorts prefixes by their bytes, not by a locale',
    '<b:e xmlns:b="urn:b" xmlns:B="urn:c" xmlns:a="urn:a" a:x="" B:y=""/>',
    '<b:e xmlns:B="urn:c" xmlns:a="urn:a" xmlns:b="urn:b" a:x="" B:y=""></b:e>',
  ],
  [
    'declares a prefix where it is used, and once',
    '<a xmlns:p="urn:p" xmlns:q="urn:q"><p:b><p:c q:d=""/></p:b></a>',
    '<a><p:b xmlns:p="urn:p"><p:c xmlns:q="urn:q" q:d=""></p:c></p:b></a>',
  ],
  [
    'declares a prefix again that was bound otherwise',
    '<p:a xmlns:p="urn:1"><p:b xmlns:p="urn:2"/><p:c/></p:a>',
    '<p:a xmlns:p="urn:1"><p:b xmlns:p="urn:2"></p:b><p:c></p:c></p:a>',
  ],
  [
    'takes the default namespace away where that is visible',
    '<a xmlns="urn:a"><b xmlns=""><c xmlns=""/></b></a>',
    '<a xmlns="urn:a"><b xmlns=""><c></c></b></a>',
  ],
  [
    'keeps an unused default namespace out',
    '<p:a xmlns="urn:d" xmlns:p="urn:p"><b/></p:a>',
    '<p:a xmlns:p="urn:p"><b xmlns="urn:d"></b></p:a>',
  ],
  ['never declares xml', '<a xml:lang="de" xmlns:xml="http://www.w3.org/XML/1998/namespace" b=""/>', '<a b="" xml:lang="de"></a>'],
  ['keeps attributes whose name only starts like a declaration', '<a xmlnsx="1"/>', '<a xmlnsx="1"></a>'],
  ['reads CDATA as text', '<a>x<![CDATA[<&>]]>y<![CDATA[]]></a>', '<a>x&lt;&amp;&gt;y</a>'],
  [
    'normalises line ends, but not references to them',
    '<a b="1\r\n2\t3&#10;&#13;&#9;">\r\n\r&#13;</a>',
    '<a b="1 2 3&#xA;&#xD;&#x9;">\n\n&#xD;</a>',
  ],
  ['leaves the line ends of other versions alone', '<a>\u{85}\u{2028}</a>', '<a>\u{85}\u{2028}</a>'],
  ['escapes as little as it must', `<a b='"&apos;&gt;&lt;&amp;'>"'&gt;</a>`, `<a b="&quot;'>&lt;&amp;">"'&gt;</a>`],
  ['expands references once', '<a>&amp;lt;&#38;lt;&#x1F600;</a>', '<a>&amp;lt;&amp;lt;\u{1f600}</a>'],
  [
    'takes no notice of what an XML signature would',
    '<a xmlns:p="urn:p"><CanonicalizationMethod><InclusiveNamespaces PrefixList="p"/></CanonicalizationMethod></a>',
    '<a><CanonicalizationMethod><InclusiveNamespaces PrefixList="p"></InclusiveNamespaces></CanonicalizationMethod></a>',
  ],
  ['passes over a byte order mark', '\u{feff}<a/>', '<a></a>'],
])('canonicalXml() %s', async (_, text, expected) => {
  expect(await canonical(text)).toBe(expected);
  expect(await canonical(expected)).toBe(expected);
});

const DOCTYPE = 'a document type: expected none, as it could bring entities';
test.each<[what: string, document: string | Uint8Array, message: string, column?: number, line?: number]>([
  ['a document type', '<!DOCTYPE a><a/>', DOCTYPE, 1],
  ['entities that multiply', '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>', DOCTYPE, 1],
  ['a file as entity', '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', DOCTYPE, 1, 2],
  ['an entity that is not declared', '<a>\n &nbsp;</a>', 'undeclared entity "&nbsp;"', 2, 2],
  ['a bare ampersand', '<a>b & c</a>', 'expected a reference after "&"', 6],
  ['an ampersand at the end of a value', '<a b="&"/>', 'expected a reference after "&"', 7],
  ['a reference to no character', '<a>&#0;</a>', 'malformed character entity', 7],
  ['a reference to a surrogate', '<a>&#xD800;</a>', 'malformed character entity', 11],
  ['a reference beyond Unicode', `<a>&#${'9'.repeat(400)};</a>`, 'malformed character entity', 406],
  ['a control character', '<a>\u{1}</a>', 'disallowed character', 4],
  ['U+FFFE', '<a>\u{fffe}</a>', 'disallowed character', 4],
  ['an end that does not fit', '<a><b></a></b>', 'unexpected close tag', 10],
  ['an element without its end', '<a><b/>', 'unclosed tag: a', 7],
  ['an end without a start', '<a/></a>', 'unmatched closing tag: a', 8],
  ['a second element', '<a/><b/>', 'documents may contain only one root', 7],
  ['text outside', '<a/>b', 'text data outside of root node', 6],
  ['CDATA outside', '<a/><![CDATA[]]>', 'text data outside of root node', 13],
  ['nothing', '', 'document must contain a root element', 1],
  ['an attribute twice', '<a b="" b=""/>', 'duplicate attribute: b', 14],
  ['one attribute under two prefixes', '<a xmlns:p="urn:a" xmlns:q="urn:a" p:b="" q:b=""/>', 'duplicate attribute: {urn:a}b', 50],
  ['an attribute without quotes', '<a b=1/>', 'unquoted attribute value', 6],
  ['an attribute without a value', '<a b/>', 'disallowed character in attribute name', 5],
  ['attributes without a space', '<a b=""c=""/>', 'no whitespace between attributes', 8],
  ['a tag in a value', '<a b="<"/>', 'disallowed character', 7],
  ['the end of CDATA in text', '<a>]]></a>', 'the string "]]>" is disallowed in char data', 6],
  ['two dashes in a comment', '<a><!-- -- --></a>', 'malformed comment', 11],
  ['three dashes at the end of one', '<a><!-- ---></a>', 'malformed comment', 11],
  ['a declaration that is not first', ' <?xml version="1.0"?><a/>', 'an XML declaration must be at the start of the document', 7],
  ['another version', '<?xml version="1.1"?><a/>', 'expected an XML 1.0 declaration', 1],
  ['another encoding', '<?xml version="1.0" encoding="ISO-8859-1"?><a/>', 'expected the encoding UTF-8, found ISO-8859-1', 1],
  ['bytes that are not UTF-8', Uint8Array.of(0x3c, 0x61, 0x3e, 0xff), 'expected UTF-8, found other bytes'],
  ['UTF-16', Buffer.from('<a/>', 'utf16le'), 'disallowed character', 2],
  ['a prefix that is not declared', '<p:a/>', 'unbound namespace prefix: "p"', 6],
  ['a prefix out of its scope', '<a><b xmlns:p="urn:p"/><p:c/></a>', 'unbound namespace prefix: "p"', 29],
  ['a prefix undeclared', '<a xmlns:p=""/>', 'invalid attempt to undefine prefix in XML 1.0', 13],
  ['a declaration of nothing', '<a xmlns:="urn:a"/>', 'malformed name: xmlns:', 17],
  ['xmlns as prefix', '<a xmlns:xmlns="urn:a"/>', 'xmlns prefix must be bound to http://www.w3.org/2000/xmlns/', 22],
  ['xml bound to another name', '<a xmlns:xml="urn:a"/>', 'xml prefix must be bound to http://www.w3.org/XML/1998/namespace', 20],
  [
    'another prefix for that of xml',
    '<a xmlns:p="http://www.w3.org/XML/1998/namespace"/>',
    'may not assign the xml namespace to another prefix',
    49,
  ],
  ['a relative namespace', '<a xmlns="akn/3.0"/>', 'expected an absolute namespace name, found "akn/3.0"', 1],
  [
    'an ampersand in a namespace',
    '<a xmlns="http://e.org/?a&amp;b"/>',
    'expected an absolute namespace name, found "http://e.org/?a&b"',
    1,
  ],
  ['two colons', '<a:b:c xmlns:a="urn:a"/>', 'malformed name: a:b:c', 24],
  ['a name that starts with a digit', '<1/>', 'disallowed character in tag name', 2],
  ['a local name that starts with a digit', '<p:1 xmlns:p="urn:p"/>', 'expected a name or prefix:name, found p:1', 1],
  ['a prefix that starts with a dash', '<a xmlns:-p="urn:p"/>', 'expected a name or prefix:name, found xmlns:-p', 1],
  ['an instruction that runs on without a space', '<a>\r\n<?p?x?></a>', 'expected a space after the name', 4, 2],
  ['a bare ampersand far before a semicolon', '<a b="&"><!-- & --></a>;', 'expected a reference after "&"', 7],
  ['what stands behind a comment with an ampersand', '<a><!-- & --></b>', 'unexpected close tag', 17],
  ['more than 256 levels', '<a>'.repeat(300), 'nesting deeper than 256', 769],
])('canonicalXml() refuses %s', async (_, document, message, column, line = 1) => {
  expect(await refusal(document)).toBe(column === undefined ? message : `${message} at line ${line} column ${column}`);
});

test('canonicalXml() reads 256 levels, and 200,000 elements without a deep stack', async () => {
  const deep = `${'<a>'.repeat(256)}${'</a>'.repeat(256)}`;
  expect(await canonical(deep)).toBe(deep);
  const wide = `<a>${'<b></b>'.repeat(200_000)}</a>`;
  expect(await canonical(wide)).toBe(wide);
});

test('canonicalXml() refuses a document truncated at any position', async () => {
  const whole = '<?xml version="1.0"?><?p x?><a xmlns:p="urn:p" p:b="1"><!-- c --><![CDATA[x]]>&amp;<p:c/></a>';
  expect(await canonical(whole)).toBe('<?p x?>\n<a xmlns:p="urn:p" p:b="1">x&amp;<p:c></p:c></a>');
  for (let length = 0; length < whole.length; length++) expect(await refusal(whole.slice(0, length))).not.toBe('read');
});
