-- Statistics of ready and run were gathered every hundred thousand changes, which is all the time: a sample reads thirty thousand pages, and under an old
-- snapshot all of them are there to be read. The statements that matter are written so that statistics do not turn their plans round.
ALTER TABLE rota.ready SET (autovacuum_analyze_threshold = 2000000);
ALTER TABLE rota.run SET (autovacuum_analyze_threshold = 2000000);
