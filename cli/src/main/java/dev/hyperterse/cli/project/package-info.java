/**
 * One server out of a directory, compiled with the operator's own resolve and compile, again after each save. Keeps what
 * an API server would have kept when a save breaks a manifest. Knows nothing of serving.
 */
package dev.hyperterse.cli.project;
