/**
 * What the admin ports of all processes have in common: who may ask them. Knows no HTTP server; each port asks with what
 * its own has read.
 */
package dev.hyperterse.telemetry.admin;
