-- What tradepost keeps of a document: its row, its content, and what finds it for recipient, sender and number.
CREATE TABLE token (text text PRIMARY KEY, participant uuid NOT NULL);
CREATE TABLE identifier (text text PRIMARY KEY, participant uuid NOT NULL);
CREATE TABLE document (
  id uuid PRIMARY KEY, created timestamptz NOT NULL DEFAULT now(), kind text NOT NULL, number text NOT NULL,
  sender uuid NOT NULL, recipient uuid NOT NULL, state text NOT NULL DEFAULT 'PENDING', position bigserial,
  digest bytea NOT NULL, content text NOT NULL);
CREATE INDEX ON document (recipient, position) WHERE state = 'PENDING';
CREATE INDEX ON document (sender, recipient, kind, number);
CREATE INDEX ON document (digest);
CREATE TABLE history (
  viewer uuid NOT NULL, created timestamptz NOT NULL, document uuid NOT NULL,
  PRIMARY KEY (viewer, created, document));

INSERT INTO token VALUES ('token-of-the-buyer', '00000000-0000-0000-0000-000000000001');
INSERT INTO identifier VALUES ('9521001000000', '00000000-0000-0000-0000-000000000001'),
                              ('9521002000009', '00000000-0000-0000-0000-000000000002');

CREATE FUNCTION keep(number bigint, content text) RETURNS void LANGUAGE sql AS $$
  WITH kept AS (
    INSERT INTO document (id, kind, number, sender, recipient, digest, content)
    VALUES (gen_random_uuid(), 'ORDER', number::text, '00000000-0000-0000-0000-000000000001',
            '00000000-0000-0000-0000-000000000002', sha256(convert_to(number || content, 'UTF8')), content)
    RETURNING id, created, sender, recipient)
  INSERT INTO history
  SELECT viewer, created, id FROM kept, LATERAL (VALUES (sender), (recipient)) AS both_sides (viewer)
$$;
