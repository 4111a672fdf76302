/**
 * Makes the files of a directory from a schema, and does nothing else: no database, no disk, no clock. The same schema
 * always gives the same files.
 */
package dev.hyperterse.cli.init.generate;
