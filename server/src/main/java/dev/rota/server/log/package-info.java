/** What the log tells of jobs. */
@org.jspecify.annotations.NullMarked
package dev.rota.server.log;
