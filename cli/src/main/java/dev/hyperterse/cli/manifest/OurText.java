package dev.hyperterse.cli.manifest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Whether a file that cannot be read was to have objects that are read here. Others are for other programs. */
final class OurText {
    private static final Pattern OURS = Pattern.compile(
            "hyperterse\\.dev/|kustomize\\.config\\.k8s\\.io/|\\bkind[\"']?\\s*:\\s*[\"']?(?:HyperterseServer|Tool|Prompt|Resource)(?:List)?\\b");

    /** Of Kubernetes itself; ours refer to them. */
    private static final Pattern CORE =
            Pattern.compile("\\bkind[\"']?\\s*:\\s*[\"']?(?:ConfigMap|Secret|Namespace|List)\\b");

    private static final Pattern HELM =
            Pattern.compile("\\{\\{-?\\s*(?:[.$]|include\\b|if\\b|with\\b|range\\b)|\\{\\{-");

    private OurText() {}

    static boolean mayBe(String text) {
        return OURS.matcher(text).find()
                || CORE.matcher(text).find() && !HELM.matcher(text).find();
    }

    /** Whether it names a kind of ours. */
    static boolean isOurs(String text) {
        return OURS.matcher(text).find();
    }

    /** The same of a file that is not UTF-8. */
    static boolean mayBe(Path file) {
        try {
            var bytes = Files.readAllBytes(file);
            // In UTF-16 every second byte of such words is zero.
            return mayBe(new String(bytes, StandardCharsets.ISO_8859_1).replace("\0", ""));
        } catch (IOException unreadable) {
            return true;
        }
    }
}
