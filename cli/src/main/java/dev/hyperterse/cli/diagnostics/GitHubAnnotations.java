package dev.hyperterse.cli.diagnostics;

import java.util.List;

/** The escaping that workflow commands ask for: properties lose more characters than the message. */
final class GitHubAnnotations {
    private GitHubAnnotations() {}

    static String render(List<Diagnostic> diagnostics) {
        var text = new StringBuilder();
        for (var diagnostic : diagnostics) {
            var place = diagnostic.place();
            text.append("::%s file=%s,line=%d,col=%d,title=%s::%s\n"
                    .formatted(
                            diagnostic.severity().word(),
                            property(place.file()),
                            place.line(),
                            place.column(),
                            property(diagnostic.rule()),
                            message(withRemedy(diagnostic))));
        }
        return text.toString();
    }

    private static String withRemedy(Diagnostic diagnostic) {
        return diagnostic.remedy().isEmpty()
                ? diagnostic.headline()
                : diagnostic.headline() + "\nfix: " + diagnostic.remedy();
    }

    private static String property(String text) {
        return message(text).replace(":", "%3A").replace(",", "%2C");
    }

    private static String message(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }
}
