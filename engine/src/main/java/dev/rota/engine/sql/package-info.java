/**
 * Plain JDBC with the little around it that the engine needs: named statements, transactions,
 * migrations.
 */
@NullMarked
package dev.rota.engine.sql;

import org.jspecify.annotations.NullMarked;
