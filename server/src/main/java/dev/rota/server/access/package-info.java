/**
 * Who may come in and do what: names of the server, proofs, roles, rates and limits. Every request
 * passes the gate before any route sees it.
 */
@NullMarked
package dev.rota.server.access;

import org.jspecify.annotations.NullMarked;
