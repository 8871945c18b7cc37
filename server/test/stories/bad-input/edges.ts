/** As written, and as both families show it. */
export const goodAmounts: { text: string; shown: string }[] = [
  { text: '0.01', shown: '0.01' },
  { text: '0.1', shown: '0.10' },
  { text: '0.10', shown: '0.10' },
  { text: '0.29', shown: '0.29' },
  { text: '1', shown: '1.00' },
  { text: '1.0', shown: '1.00' },
  { text: '1000.5', shown: '1000.50' },
  { text: '4503599627370.49', shown: '4503599627370.49' },
  { text: '9007199254740.93', shown: '9007199254740.93' },
  { text: '1234567890123', shown: '1234567890123.00' },
  { text: '9999999999999', shown: '9999999999999.00' },
  { text: '9999999999999.9', shown: '9999999999999.90' },
  { text: '9999999999999.99', shown: '9999999999999.99' },
]

export const goodPhones = [
  '123456789',
  '+123456789',
  '712345678',
  '0712345678',
  '255712345678',
  '+255712345678',
  '123456789012345',
  '+123456789012345',
]

export const goodReferences = [
  'a',
  'a'.repeat(100),
  '\u{1f600}'.repeat(100),
  `${'a'.repeat(99)}\u{1f600}`,
  "Ada ya shule \u2013 Bi. Neema Ng'ombe, Mwanza",
  'Malipo ya mchele kg 50 \u2713',
  '\u0627\u0644\u062f\u0641\u0639 \u8ba2\u5355 \u0437\u0430\u043a\u0430\u0437',
  '<script>alert(1)</script>',
  "Robert'); drop table collections; --",
  '{{7*7}} #{7*7} %s %00 \\u0000',
]

export const goodAddresses = [
  'https://shop.example',
  'http://localhost:3000/paid?order=7#top',
  'https://duka.example/malipo?jina=Ng%27ombe',
  `https://shop.example/${'a'.repeat(2048 - 'https://shop.example/'.length)}`,
]
