/**
 * What {@code hyperterse report} writes for a bug report, and what it leaves out of it. Knows no cluster: {@code cluster} reads
 * what stands here.
 */
package dev.hyperterse.cli.report;
