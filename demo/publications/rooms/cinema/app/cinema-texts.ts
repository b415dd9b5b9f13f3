/** The words of the room for readers. */
export const cinemaTexts = {
  title: 'Kino in Auenburg',
  description: 'Was in den nächsten Tagen läuft.',
  empty: 'Für die nächsten Tage liegt noch kein Programm vor.',
  today: 'Heute im Kino',
  at: (time: string) => `${time} Uhr`,
  house: (house: string) => `Alle Vorstellungen: ${house}`,
}
