-- A claim asked of each of the lanes it took from whether their queue is paused. It asks once now which queues are: few, and mostly none.
CREATE INDEX queue_paused ON rota.queue (name) WHERE paused;
