package dev.hyperterse.cli.upstream;

import java.util.List;

/** A file in Git with what another server says, which people approve by a commit. */
public interface ApprovedFile<F extends ApprovedFile<F>> {
    /** The text of the file. */
    String text();

    /** How much it holds, for people. */
    String summary();

    /** The differences to what the server says now, one a line; empty where there are none. */
    List<String> differences(F now);
}
