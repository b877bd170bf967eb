package dev.rota.server.declared;

import dev.rota.server.SettingsSource;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Variables are put into the text of a file before it is read: {@code ${NAME}} and {@code
 * ${NAME:-default}}. {@code $$} stands for {@code $}; what is a comment stays as it is.
 */
final class Variables {
  private static final Pattern VARIABLE =
      Pattern.compile("\\$(?:(\\$)|\\{([^}:]*)(?::-([^}]*))?\\})");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final String file;
  private final SettingsSource values;

  Variables(String file, SettingsSource values) {
    this.file = file;
    this.values = values;
  }

  String expand(String text) {
    StringBuilder expanded = new StringBuilder();
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      expanded.append(number == 1 ? "" : "\n");
      expanded.append(line.stripLeading().startsWith("#") ? line : expand(line, number));
    }
    return expanded.toString();
  }

  private String expand(String line, int number) {
    return VARIABLE
        .matcher(line)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                found.group(1) != null ? "$" : value(found.group(2), found.group(3), number)));
  }

  private String value(String name, @org.jspecify.annotations.Nullable String otherwise, int line) {
    if (!NAME.matcher(name).matches()) {
      throw new DeclarationException(
          file, line, "${" + name + "}: must name a variable, as in ${NAME} or ${NAME:-default}");
    }
    String value = values.get(name);
    if (value != null && !value.isEmpty()) {
      return value;
    }
    if (otherwise == null) {
      throw new DeclarationException(
          file, line, "${" + name + "}: is not set and has no default, as in ${" + name + ":-…}");
    }
    return otherwise;
  }
}
