/**
 * {@code serve}: a directory as a service of this machine, without a cluster. Ports, certificate, signals and log lines for
 * collectors live here; what is read, compiled and served is that of {@code served}. No console, no lines for people.
 */
package dev.hyperterse.cli.serve;
