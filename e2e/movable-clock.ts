/** Loaded before a portal of the tests: the test sets its clock ahead of the machine's (`moveClock`). */
const MachineDate = Date
let ahead = 0

globalThis.Date = class extends MachineDate {
  constructor(...given: ConstructorParameters<typeof Date> | []) {
    if (given.length === 0) super(MachineDate.now() + ahead)
    else super(...given)
  }
  static override now(): number {
    return MachineDate.now() + ahead
  }
} as DateConstructor

process.on('message', (message: { ahead?: number }) => {
  if (message.ahead === undefined) return
  ahead = message.ahead
  process.send?.('moved')
})
// The channel must not keep the process alive.
process.channel?.unref()
