@NullMarked
package dev.rota.spring;

import org.jspecify.annotations.NullMarked;
