-- An alert: a broken rule about a queue, a schedule or a job; cleared_at is null while it is raised.
CREATE TABLE rota.alert (
  rule text NOT NULL,
  subject text NOT NULL,
  value double precision NOT NULL,
  threshold double precision NOT NULL,
  raised_at timestamptz NOT NULL,
  cleared_at timestamptz,
  PRIMARY KEY (rule, subject)
);
