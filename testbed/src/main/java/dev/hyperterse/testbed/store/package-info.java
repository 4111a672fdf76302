/** Servers of Redis and Valkey for each test JVM that asks for one, and of MongoDB where a machine has one. */
package dev.hyperterse.testbed.store;
