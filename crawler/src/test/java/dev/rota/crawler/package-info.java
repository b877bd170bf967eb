@org.jspecify.annotations.NullUnmarked
package dev.rota.crawler;
