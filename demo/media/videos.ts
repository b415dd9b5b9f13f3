/** The two short silent films of the demo, H.264 with the index in front, each with a poster picture beside it. */

export type Video = {
  key: string
  file: string
  poster: string
  /** WebVTT captions for readers who cannot hear, which also say that the film is silent. */
  captions: string
  title: string
  description: string
  width: number
  height: number
  seconds: number
  bytes: number
  credit: string
  /** The average of the poster. */
  colour: string
}

export const VIDEOS: readonly Video[] = [
  {
    key: 'video-hafen-abend',
    file: 'hafen-hafenrode-abend.mp4',
    poster: 'hafen-hafenrode-abend.jpg',
    captions: 'hafen-hafenrode-abend.vtt',
    title: 'Feierabend am Kai',
    description:
      'Langsamer Schwenk über die Kräne und das Wasser im Hafen von Hafenrode bei Sonnenuntergang, ohne Ton.',
    width: 640,
    height: 360,
    seconds: 10,
    bytes: 440526,
    credit: 'Animation: Lokalteil',
    colour: '#8a716d',
  },
  {
    key: 'video-hochwasser-aue',
    file: 'hochwasser-aue.mp4',
    poster: 'hochwasser-aue.jpg',
    captions: 'hochwasser-aue.vtt',
    title: 'Die Aue über den Ufern',
    description:
      'Regen fällt auf überflutete Wiesen an der Aue, ein Verkehrsschild und ein Haus stehen im Wasser, ohne Ton.',
    width: 640,
    height: 360,
    seconds: 10,
    bytes: 482867,
    credit: 'Animation: Lokalteil',
    colour: '#767d7d',
  },
]

/** The address of a film's MP4 file (`video/mp4`) on disk. */
export const videoFile = (video: Video): URL => new URL(video.file, import.meta.url)
