/** Conditions under which a caller may use a definition, as plain data. Replicas evaluate them, nothing here does. */
package dev.hyperterse.catalog.access;
