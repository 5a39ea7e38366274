/**
 * Currencies as amounts name them: the codes of ISO 4217, and signs. A sign of one currency is that currency; `$` and `¥`, which several
 * currencies use, are only equal to themselves.
 *
 *     currencyOf('€')     EUR          currencyOf('FOO')     null
 */
const CODES: ReadonlySet<string> = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CLF CLP ' +
    'CNH CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ' +
    'ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR ' +
    'MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL ' +
    'SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XAG XAU XCD ' +
    'XDR XOF XPD XPF XPT XSU XUA YER ZAR ZMW ZWG ZWL ATS BEF DEM ESP FIM FRF GRD IEP ITL LUF NLG PTE'
  ).split(' '),
);

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['$', '$'],
  ['¥', '¥'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₽', 'RUB'],
  ['₺', 'TRY'],
  ['₴', 'UAH'],
  ['₪', 'ILS'],
  ['₫', 'VND'],
  ['₦', 'NGN'],
  ['฿', 'THB'],
]);

/** Null for what is no known currency. */
export function currencyOf(text: string): string | null {
  return SIGNS.get(text) ?? (CODES.has(text) ? text : null);
}
