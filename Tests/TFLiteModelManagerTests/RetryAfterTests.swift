import Foundation
import Testing

@testable import TFLiteModelManager

/// How long a server asks to wait.
@Suite struct RetryAfterTests {
  @Test(arguments: [
    ("120", 120), (" 0 ", 0), ("Fri, 31 Dec 1999 23:59:59 GMT", 59), ("Fri, 31 Dec 1999 23:58:00 GMT", 0),
  ])
  func secondsOrADate(_ text: String, seconds: Int) {
    let now = Date(timeIntervalSince1970: 946_684_740)  // 1999-12-31T23:59:00Z
    #expect(Duration(retryAfter: text, now: now) == .seconds(seconds))
  }

  @Test(arguments: [
    "", "-1", "1000000001", "soon", "Fri, 31 Dec", "Fri, 1\u{732}o t59MGT", "Fri, 31 Dec\u{301} 1999 23:59:59 GMT",
    "Fri, 1\r\n",
  ])
  func allElseIsNone(_ text: String) { #expect(Duration(retryAfter: text) == nil) }
}
