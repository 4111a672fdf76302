package dev.hyperterse.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Engines refuse to run as root, as Postgres does; where the tests are root, their programs run as {@code nobody}. */
final class UnprivilegedUser {
    private static final String NOBODY = "nobody";
    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

    private final boolean root;

    UnprivilegedUser() {
        this.root = "root".equals(System.getProperty("user.name"));
    }

    /** The command as the unprivileged user runs it. */
    List<String> command(List<String> command) {
        if (!root) {
            return command;
        }
        if (!Files.isExecutable(SETPRIV)) {
            throw new TestbedException(
                    "the engine cannot run as root, and " + SETPRIV + " is missing to become " + NOBODY);
        }
        var whole = new ArrayList<>(
                List.of(SETPRIV.toString(), "--reuid=" + NOBODY, "--regid=" + groupOfNobody(), "--clear-groups", "--"));
        whole.addAll(command);
        return whole;
    }

    /** Hands a file over, so that the unprivileged user's programs may use it. */
    void own(Path file) {
        if (!root) {
            return;
        }
        try {
            var nobody = file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(NOBODY);
            Files.setOwner(file, nobody);
        } catch (IOException failed) {
            throw new TestbedException("cannot give " + file + " to " + NOBODY, failed);
        }
    }

    /** Distributions disagree on its name (nogroup, nobody), so its number is read from the user database. */
    private static String groupOfNobody() {
        try {
            return Files.readAllLines(Path.of("/etc/passwd")).stream()
                    .map(line -> line.split(":"))
                    .filter(fields -> fields[0].equals(NOBODY))
                    .map(fields -> fields[3])
                    .findFirst()
                    .orElseThrow(() -> new TestbedException("there is no user " + NOBODY));
        } catch (IOException failed) {
            throw new TestbedException("cannot read the users of this machine", failed);
        }
    }
}
