/**
 * The settings of one server as a replica needs them: defaults applied, references resolved, secrets only by the name
 * of their entry in the value set. Plain data. Rooms: {@code adapter}, {@code auth} (who may call) and {@code search}.
 */
package dev.hyperterse.catalog.server;
