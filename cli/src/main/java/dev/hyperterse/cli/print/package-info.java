/** JSON as people and spreadsheets read it: tables, CSV, YAML. Nothing here knows tools or connections. */
package dev.hyperterse.cli.print;
