package dev.hyperterse.engines;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A password in a file that is renewed from outside. It is read for each new connection; open connections keep the
 * login that they were opened with.
 *
 * @param folder of secrets; no link leads out of it
 * @param name of the file, relative to the folder
 */
public record PasswordFile(Path folder, String name) implements PasswordSource {
    /** Tokens of cloud providers have a few thousand characters. */
    private static final int LONGEST = 64 * 1024;

    @Override
    public Optional<String> current() throws UnreadablePassword {
        var password = withoutEndOfLine(text());
        if (password.isEmpty()) {
            throw new UnreadablePassword("the password file is empty");
        }
        if (password.indexOf('\0') >= 0) {
            throw new UnreadablePassword("the password file has a zero byte");
        }
        return Optional.of(password);
    }

    private String text() throws UnreadablePassword {
        try (var content = Files.newInputStream(file())) {
            var bytes = content.readNBytes(LONGEST + 1);
            if (bytes.length > LONGEST) {
                throw new UnreadablePassword("the password file is longer than %d bytes".formatted(LONGEST));
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (UnreadablePassword known) {
            throw known;
        } catch (CharacterCodingException binary) {
            throw new UnreadablePassword("the password file is not UTF-8");
        } catch (IOException | InvalidPathException unreadable) {
            throw new UnreadablePassword("the password file cannot be read");
        }
    }

    /** Kubernetes renews files by links within their folder, so links are followed, but not out of the folder. */
    private Path file() throws IOException {
        var root = folder.toRealPath();
        var file = root.resolve(name).toRealPath();
        if (!file.startsWith(root) || !Files.isRegularFile(file)) {
            throw new UnreadablePassword("the password file is not below the folder of secrets");
        }
        return file;
    }

    /** Editors and {@code echo} end a file with a line break that is not part of the password. */
    private static String withoutEndOfLine(String text) {
        var end = text.endsWith("\n") ? text.length() - 1 : text.length();
        return text.substring(0, end > 0 && text.charAt(end - 1) == '\r' ? end - 1 : end);
    }
}
