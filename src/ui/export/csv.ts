import Papa from 'papaparse'
import type { ExportedOrder } from '@/src/contract/exported'
import { plainText } from '../format/text'
import type { Writer } from './writer'

type Column = [name: string, read: (order: ExportedOrder) => string | number | undefined]

/**
 * What a spreadsheet may take for a formula at the start of a cell, behind blanks and in its wide forms
 * too. https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /^[\s\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u

/** Strangers' words in a cell. */
const cell = (text = '') => plainText(text, 80)

/** What is in a cell: another separator would split it where a spreadsheet expects that one. */
const whole = (value: string | number = '') => String(value).replace(/[;|"\s]+/g, ' ')

const hashes = ({ transactions }: ExportedOrder, step: 'approval' | 'deposit') =>
  transactions
    .filter((each) => each.step === step && !each.differs)
    .map(({ hash }) => hash)
    .join(' ')

const columns: Column[] = [
  ['Started (UTC)', ({ createdAt }) => createdAt],
  ['Status', ({ label }) => label],
  ['Paid amount', ({ paid }) => paid?.amount],
  ['Paid token', ({ paid }) => cell(paid?.symbol)],
  ['Paid on', ({ paid }) => cell(paid?.chain)],
  ['Quoted amount', ({ quoted }) => quoted?.amount],
  ['Delivered amount', ({ delivered }) => delivered?.amount],
  ['Received token', ({ quoted }) => cell(quoted?.symbol)],
  ['Received on', ({ quoted }) => cell(quoted?.chain)],
  ['Refunded amount', ({ refunded }) => refunded?.amount],
  ['Account', ({ account }) => account],
  ['Recipient', ({ recipient }) => recipient],
  ['Refund address', ({ refundTo }) => refundTo],
  ['Payment transaction', (order) => hashes(order, 'deposit') || order.service.depositHash],
  ['Payout transaction', ({ delivered, service }) => delivered?.hash ?? service.payoutHash],
  ['Refund transaction', ({ refunded, service }) => refunded?.hash ?? service.refundHash],
  ['Approval transactions', (order) => hashes(order, 'approval')],
  ['Order ID', ({ id }) => id],
  ['Order ID (service)', ({ service }) => service.orderId],
  ['Purchase order ID', ({ purchase }) => purchase?.orderId],
  ['Bridge order ID', ({ purchase }) => purchase?.bridge?.orderId],
  ['Deposit address', ({ depositAddress }) => depositAddress],
  ['Deposit memo', ({ memo }) => memo],
  ['Service', ({ service }) => service.url],
  ['Wallet', ({ wallet }) => cell(wallet)],
  ['Paid chain ID', ({ paid }) => paid?.chainId],
  ['Paid token contract', ({ paid }) => paid?.token],
  ['Paid amount (smallest unit)', ({ paid }) => paid?.units],
  ['Received chain ID', ({ quoted }) => quoted?.chainId],
  ['Received token contract', ({ quoted }) => quoted?.token],
  ['Quoted amount (smallest unit)', ({ quoted }) => quoted?.units],
  ['Minimum amount (smallest unit)', ({ minimum }) => minimum?.units],
  ['Delivered amount (smallest unit)', ({ delivered }) => delivered?.units],
  ['Refunded amount (smallest unit)', ({ refunded }) => refunded?.units],
]

/** RFC 4180 with a header and a byte order mark, without which a spreadsheet misreads what is not ASCII. */
export function createCsvWriter(): Writer {
  const options = { quotes: true, newline: '\r\n', escapeFormulae: formula }
  const write = (rows: unknown[][]) => `${Papa.unparse(rows, options)}\r\n`
  return {
    type: 'text/csv;charset=utf-8',
    begin: () => `\ufeff${write([columns.map(([name]) => name)])}`,
    page: (orders) =>
      orders.length === 0
        ? ''
        : write(orders.map((order) => columns.map(([, read]) => whole(read(order))))),
    end: () => '',
  }
}
