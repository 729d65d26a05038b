import { generate } from 'lean-qr';

/** Readers need a border of four modules. */
const border = 4;

/** Shows the text as a QR code, always dark on light: not all readers know the reverse. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const places = Array.from({ length: code.size }, (_, place) => place);
  const path = places.flatMap((y) =>
    places.filter((x) => code.get(x, y)).map((x) => `M${String(x)} ${String(y)}h1v1h-1z`),
  );
  const edge = code.size + 2 * border;
  return (
    <svg
      className="qr"
      role="img"
      aria-label={label}
      viewBox={[-border, -border, edge, edge].join(' ')}
      shapeRendering="crispEdges"
    >
      <rect x={-border} y={-border} width={edge} height={edge} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  );
}
