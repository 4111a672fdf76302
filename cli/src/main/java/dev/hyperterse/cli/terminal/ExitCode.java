package dev.hyperterse.cli.terminal;

/** The exit codes of all commands; documented in docs/cli.md, so never renumbered. */
public enum ExitCode {
    OK(0, "done"),
    PROBLEMS(1, "the manifests have problems, the tool call failed, or something is not served"),
    USAGE(2, "the command line was not understood"),
    UNAVAILABLE(3, "a port, a file, a server or a cluster could not be used"),
    DIFFERENT(4, "diff found what --fail-on names");

    private final int code;
    private final String meaning;

    ExitCode(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    public int code() {
        return code;
    }

    public String meaning() {
        return meaning;
    }
}
