// Icons on a grid of 20, drawn with lines in the colour of the text.
const lines = {
  turn: 'M3 11h4l1.5 2.5h3L13 11h4M3 11l2.5-7h9L17 11v5H3z',
  transactions: 'M5 2.5h7L15.5 6v11.5H5zM12 2.5V6h3.5M7.5 10h5.5M7.5 13.5h5.5',
  cases: 'M10 2.5l8 14.5H2zM10 8v4M10 14.2v.3',
  overview: 'M3 17h14M5 14v-4M10 14V4M15 14V8',
  events: 'M10 5v5l3.5 2M17.5 10a7.5 7.5 0 1 1-15 0a7.5 7.5 0 0 1 15 0z',
  partners: 'M3 6.5h12M12 3.5l3 3l-3 3M17 13.5H5M8 10.5l-3 3l3 3',
  numbers: 'M7.5 3L6 17M14 3l-1.5 14M3.5 7.5h13.5M3 12.5h13.5',
  tokens: 'M12.5 3.5a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM9.5 10.5L3 17M5.5 14.5L7.5 16.5',
  webhooks: 'M11.5 2.5L4.5 11.5H10L8.5 17.5L15.5 8.5H10z',
  requests: 'M3 4h14v12H3zM3 7.5h14M6 10.5l2 1.5l-2 1.5M10 13.5h4',
  people:
    'M7.5 9.5a3 3 0 1 0 0-6a3 3 0 0 0 0 6z' +
    'M2 17c0-3.5 2.2-5.5 5.5-5.5S13 13.5 13 17M13 4a3 3 0 0 1 0 5.5M14.5 12c2.2.6 3.5 2.3 3.5 5',
  participants: 'M3 17.5V4.5l7-2v15M10 7l7 2v8.5M2 17.5h16M6 7.5v.3M6 11v.3M6 14.2v.3M13.5 11.8v.3M13.5 14.8v.3',
  relationships: 'M3 6.5h13l-3.5-3.5M17 13.5H4L7.5 17',
  queues: 'M3 4.5h14M3 8.5h14M3 12.5h4l1.5 2h3l1.5-2h4v5H3z',
  compose: 'M12.5 4L16 7.5M4 16.5l.8-3.6L13.5 4a1.8 1.8 0 0 1 2.6 2.6L7.5 15.5z',
  drafts: 'M4 3.5h8.5L16 7v9.5H4zM7 8.5h6M7 11.5h3.5',
  check: 'M5 2.5h7L15.5 6v11.5H5zM12 2.5V6h3.5M7.5 11.5l2 2l3.5-4',
  health: 'M2 10.5h4l2-6l4 11l2-5h4',
  simulated: 'M4 7.5h12v9H4zM10 7.5V4M8.5 3.5h3M7.5 10.5v1.5M12.5 10.5v1.5M8 14.2h4M2 10.5v3M18 10.5v3',
  settings:
    'M3 5.5h7M14 5.5h3M12 3.5a2 2 0 1 0 0 4a2 2 0 0 0 0-4z' +
    'M3 14.5h3M10 14.5h7M8 12.5a2 2 0 1 0 0 4a2 2 0 0 0 0-4z',
  search: 'M8.5 14a5.5 5.5 0 1 0 0-11a5.5 5.5 0 0 0 0 11zM12.5 12.5L17 17',
} as const;

export type IconName = keyof typeof lines;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={lines[name]} />
    </svg>
  );
}
