/** A mail with a text and an attachment, for the claims that look at one. */
export const MAIL = Buffer.from(
  `From: Ann <ann@example.com>
To: owner@example.com
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: 8bit

gr\xfc\xdfe
--b
Content-Type: application/octet-stream; name=a.bin
Content-Disposition: attachment; filename=a.bin
Content-Transfer-Encoding: base64

gP8AfyY=
--b--
`.replace(/\n/g, '\r\n'),
  'latin1',
);
