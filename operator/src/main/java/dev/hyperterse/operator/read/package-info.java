/**
 * Watches the objects that decide what is served, and emits an event for each affected server. It caches objects of the
 * API server and evaluates nothing; contents of ConfigMaps and Secrets are kept only where a server or one of its
 * definitions refers to them. Servers are watched and reconciled by the Java Operator SDK.
 */
package dev.hyperterse.operator.read;
